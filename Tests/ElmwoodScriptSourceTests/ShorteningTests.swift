import Testing

@testable import ElmwoodScriptSource

@Suite struct ShorteningTests {
    private func shortened(_ source: String) -> String { JavaScriptTokens("(() => {\n\(source)})();\n").shortened() }

    @Test func `White space without meaning is removed, and so are comments`() {
        #expect(shortened("// One.\nif (x in y) return a + +b;\n") == "(()=>{if(x in y)return a+ +b})();\n")
    }

    @Test func `Local names of a function are shortened in order of their declaration`() {
        let source = "function add(first, second) { let sum = first + second; return sum; }\n"
        #expect(shortened(source) == "(()=>{let t=(o,e)=>{let b=o+e;return b}})();\n")
    }

    @Test func `Global names have the same short name everywhere`() {
        let source = "let total = 0;\nconst count = (one) => { total += one; };\ncount(total);\n"
        #expect(shortened(source) == "(()=>{let t=0,r=o=>{t+=o};r(t)})();\n")
    }

    @Test func `Names of members are not changed, even if a variable has the same name`() {
        let source = "const read = (name) => ({ name: name.length, other: { name } });\n"
        #expect(shortened(source) == "(()=>{let t=o=>({name:o.length,other:{name:o}})})();\n")
        let pattern = "function read({ target: form, key }) { return form.key + key; }\n"
        #expect(shortened(pattern) == "(()=>{let t=({target:o,key:e})=>o.key+e})();\n")
    }

    @Test func `Names that the script does not declare are not changed`() {
        #expect(shortened("addEventListener(\"online\", wake);\n") == "(()=>{addEventListener(\"online\",wake)})();\n")
    }

    @Test func `Strings and regular expressions are not changed`() {
        let source = "const word = \"a const  b\";\nconst part = /[/ \"]+ x/g.test(word);\n"
        #expect(shortened(source) == "(()=>{let t=\"a const  b\",r=/[/ \"]+ x/g.test(t)})();\n")
    }

    @Test func `Names in loops, catch clauses and methods are shortened too`() {
        let source = """
            function read(list) { for (const one of list) { try { one(); } catch (error) { log(error); } } }
            const table = { push(address) { return address; } };

            """
        let expected = """
            (()=>{let t=o=>{for(let e of o){try{e()}catch(b){log(b)}}},r={push(o){return o}}})();

            """
        #expect(shortened(source) == expected)
    }

    @Test func `A destructured property is written with both names and its default, and a block is not an object`() {
        let source = "function read({ part, other = [] }) { part = other; return { part: part }; }\n"
        let expected = "(()=>{let t=({part:o,other:e=[]})=>{o=e;return{part:o}}})();\n"
        #expect(shortened(source) == expected)
    }

    @Test func `Functions become constants, and a body with only a return becomes an expression`() {
        let source = """
            async function load(url) { return await fetch(url); }
            function pair(one) { return { one }; }
            function twice(one) { one(); return one; }

            """
        let expected = """
            (()=>{let t=async o=>await fetch(o),r=o=>({one:o}),s=o=>{o();return o}})();

            """
        #expect(shortened(source) == expected)
    }

    @Test func `A function with more locals than reserved names also uses the names of globals that it does not use`() {
        let names = (0..<12).map { "local\($0)" }.joined(separator: ", ")
        let source = """
            let own = 0, other = 1;
            function sum(\(names)) { own = local8 + local9; }
            let end = sum(own, other);

            """
        #expect(shortened(source) == "(()=>{let t=0,r=1,s=(o,e,b,n,h,c,l,d,r,i,p,u)=>{t=r+i},i=s(t,r)})();\n")
    }
}
