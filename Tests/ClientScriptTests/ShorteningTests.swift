import Testing

@testable import ClientScript

@Suite struct ShorteningTests {
    private func shortened(_ source: String) -> String { JavaScriptTokens("(() => {\n\(source)})();\n").shortened() }

    @Test func `white space goes where it says nothing, and comments go with it`() {
        #expect(shortened("// One.\nif (x in y) return a + +b;\n") == "(()=>{if(x in y)return a+ +b})();\n")
    }

    @Test func `what a function names is short in it, in the order in which it comes`() {
        let source = "function add(first, second) { let sum = first + second; return sum; }\n"
        #expect(shortened(source) == "(()=>{function p(e,t){let n=e+t;return n}})();\n")
    }

    @Test func `what the script names has the same short name everywhere`() {
        let source = "let total = 0;\nconst count = (one) => { total += one; };\ncount(total);\n"
        #expect(shortened(source) == "(()=>{let p=0,m=e=>{p+=e};m(p)})();\n")
    }

    @Test func `names of members stay, also where a variable has the same`() {
        let source = "const read = (name) => ({ name: name.length, other: { name } });\n"
        #expect(shortened(source) == "(()=>{let p=e=>({name:e.length,other:{name:e}})})();\n")
        let pattern = "function read({ target: form, key }) { return form.key + key; }\n"
        #expect(shortened(pattern) == "(()=>{function p({target:e,key:t}){return e.key+t}})();\n")
    }

    @Test func `names that the script does not declare stay`() {
        #expect(shortened("addEventListener(\"online\", wake);\n") == "(()=>{addEventListener(\"online\",wake)})();\n")
    }

    @Test func `texts and regular expressions stay`() {
        let source = "const word = \"a const  b\";\nconst part = /[/ \"]+ x/g.test(word);\n"
        #expect(shortened(source) == "(()=>{let p=\"a const  b\",m=/[/ \"]+ x/g.test(p)})();\n")
    }

    @Test func `loops, catches and methods name things too`() {
        let source = """
            function read(list) { for (const one of list) { try { one(); } catch (error) { log(error); } } }
            const table = { push(address) { return address; } };

            """
        let expected = """
            (()=>{function p(e){for(let t of e){try{t()}catch(n){log(n)}}}let m={push(e){return e}}})();

            """
        #expect(shortened(source) == expected)
    }

    @Test func `what is taken out of an object is named twice, with its default, and a block is no object`() {
        let source = "function read({ part, other = [] }) { part = other; return { part: part }; }\n"
        let expected = "(()=>{function p({part:e,other:t=[]}){e=t;return{part:e}}})();\n"
        #expect(shortened(source) == expected)
    }
}
