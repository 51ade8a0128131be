import Elmwood
import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodViewTree
import FoundationEssentials

extension ProgramHost {
    /// Returns why a post is refused, and the input to be shown again: by the view, or by the program's update. Nil if it is not.
    func problems(with form: FormData, by contract: Contract, of model: P.Model) -> ([Problem], FormOverlay)? {
        let driver = Driver(program)
        switch try? driver.check(contract.read(form), by: contract) {
        case .problems(let problems, let overlay): return (problems, overlay)
        case .messages(let messages, _):
            var model = model
            var commands: [Command<P>] = []
            do throws(TurnFailure) {
                // An update is pure, so it refuses the same here. Nothing takes the test's random numbers from it.
                let sources = TurnSources(random: { $0.lowerBound }, date: { Date(timeIntervalSinceReferenceDate: 0) })
                var followed = 0
                for message in messages {
                    followed += try Turn.run(
                        program,
                        &model,
                        Driver<P>.open(message),
                        commands: &commands,
                        sources: sources,
                        limit: registry.limits.messages - followed
                    )
                }
                return nil
            } catch {
                return error.reason.thrownProblems.map { contract.refusal(of: form, with: $0) }
            }
        case .refused, nil: return nil
        }
    }
}
