import Testing

@testable import ClientScript

@Suite struct MinificationTests {
    private func minified(_ source: String) -> String { ClientScript.minified("(() => {\n\(source)})();\n") }

    @Test func `white space goes where it says nothing, and comments go with it`() {
        #expect(minified("// One.\nif (x in y) return a + +b;\n") == "(()=>{if(x in y)return a+ +b})();\n")
    }

    @Test func `what a function names is short in it, in the order in which it comes`() {
        let source = "function add(first, second) { let sum = first + second; return sum; }\n"
        #expect(minified(source) == "(()=>{function A(a,b){let c=a+b;return c}})();\n")
    }

    @Test func `what the script names has the same short name everywhere`() {
        let source = "let total = 0;\nconst count = (one) => { total += one; };\ncount(total);\n"
        #expect(minified(source) == "(()=>{let A=0;let B=(a)=>{A+=a};B(A)})();\n")
    }

    @Test func `names of properties stay, also where a variable has the same`() {
        let source = "const read = (name) => ({ name: name.length, other: { name } });\n"
        #expect(minified(source) == "(()=>{let A=(name)=>({name:name.length,other:{name}})})();\n")
        let pattern = "function read({ target: form, key }) { return form.key + key; }\n"
        #expect(minified(pattern) == "(()=>{function A({target:a,key}){return a.key+key}})();\n")
    }

    @Test func `names that the script does not declare stay`() {
        #expect(minified("addEventListener(\"online\", wake);\n") == "(()=>{addEventListener(\"online\",wake)})();\n")
    }

    @Test func `texts and regular expressions stay`() {
        let source = "const word = \"a const  b\";\nconst part = /[/ \"]+ x/g.test(word);\n"
        #expect(minified(source) == "(()=>{let A=\"a const  b\";let B=/[/ \"]+ x/g.test(A)})();\n")
    }

    @Test func `loops, catches and methods name things too`() {
        let source = """
            function read(list) { for (const one of list) { try { one(); } catch (error) { log(error); } } }
            const table = { push(address) { return address; } };

            """
        let expected = """
            (()=>{function A(a){for(let b of a){try{b()}catch(c){log(c)}}}let B={push(a){return a}}})();

            """
        #expect(minified(source) == expected)
    }
}
