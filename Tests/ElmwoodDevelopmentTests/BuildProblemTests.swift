import ElmwoodDevelopment
import Testing

struct BuildProblemTests {
    @Test func `An error has its place, its message and its source`() throws {
        let output = """
            [1/3] Compiling Shop Counter.swift
            /shop/Sources/Shop/Counter.swift:18:35: error: cannot find 'modl' in scope
            16 |         switch message {
            17 |         case .increment: model.count += 1
            18 |         case .decrement: modl.count -= 1
               |                          `- error: cannot find 'modl' in scope
            19 |         }
            20 |
            error: emit-module command failed with exit code 1 (use -v to see invocation)
            """
        let problems = BuildProblem.problems(in: output)
        let problem = try #require(problems.first)
        #expect(problems.count == 1)
        #expect(problem.file == "/shop/Sources/Shop/Counter.swift")
        #expect(problem.line == 18)
        #expect(problem.column == 35)
        #expect(problem.message == "cannot find 'modl' in scope")
        #expect(problem.excerpt.count == 6)
        #expect(problem.excerpt.first == "16 |         switch message {")
    }

    @Test func `What two steps of the compiler report is one error`() {
        let error = "/shop/A.swift:1:2: error: no\n1 | x\n"
        #expect(BuildProblem.problems(in: error + "[2/3] Compiling\n" + error).count == 1)
    }

    @Test func `Warnings and notes are no errors`() {
        let output = "/shop/A.swift:1:2: warning: unused\n/shop/A.swift:1:2: note: here\n/shop/B.swift:3:4: error: no\n"
        #expect(BuildProblem.problems(in: output).map(\.file) == ["/shop/B.swift"])
    }

    @Test func `An error of a manifest or a linker is in no file`() {
        let manifest = "error: 'shop': product 'Elmwod' is not in package 'elmwood'\n"
        #expect(
            BuildProblem.problems(in: manifest) == [
                .init(message: "'shop': product 'Elmwod' is not in package 'elmwood'")
            ]
        )
    }

    @Test func `Of a failure that says nothing in a known form, the end of the output remains`() throws {
        let problems = BuildProblem.problems(in: "clang: ld returned 1\n\nundefined symbol: main\n")
        #expect(problems.count == 1)
        #expect(problems.first?.excerpt == ["clang: ld returned 1", "undefined symbol: main"])
        #expect(BuildProblem.problems(in: "").count == 1)
    }

    @Test func `A file's name may have colons`() throws {
        let problem = try #require(BuildProblem.problems(in: "/a:b/C.swift:3:4: error: no").first)
        #expect(problem.file == "/a:b/C.swift")
        #expect(problem.line == 3)
    }

    @Test func `Errors are in the order of their lines, and are written as compilers do`() {
        let output =
            "/shop/A.swift:76:2: error: two\n76 | y\n/shop/A.swift:54:2: error: one\n54 | x\nerror: ExitCode(rawValue: 1)\n"
        let problems = BuildProblem.problems(in: output)
        #expect(problems.map(\.line) == [54, 76])
        #expect(problems.first?.text == "/shop/A.swift:54:2: error: one\n54 | x")
        #expect(BuildProblem(message: "no").text == "error: no")
    }

    @Test func `The status of a command is no error of its own`() {
        let output = "error: 'shop': invalid manifest\nerror: ExitCode(rawValue: 1)\n"
        #expect(BuildProblem.problems(in: output).map(\.message) == ["'shop': invalid manifest"])
    }
}
