import CElmwoodViewTree
import ElmwoodTestSupport
import Glibc
import Testing

@testable import ElmwoodMarkdown
@testable import ElmwoodViewTree

/// Whatever a text contains, its cost is linear in its bytes, and what would cost more is shown as it was written.
@Suite struct MarkdownCostTests {
    @Test(arguments: CostlyText.usual)
    func `The time of a text is below 50 ms, and grows no more than its length`(costly: CostlyText) {
        let texts = [12_500, 25_000, 50_000, 100_000].map(costly.text) + [greatest(costly)]
        // Other processes disturb a measurement, so that the least of a few counts.
        var least = texts.map { _ in Double.infinity }
        for _ in 0..<5 where !isLinear(least) {
            least = zip(texts, least).map { text, former in min(former, milliseconds { _ = Markdown(text) }) }
        }
        #expect(isLinear(least), "\(least) ms for \(texts.map(\.utf8.count)) bytes")
    }

    /// Whether a text that is twice as long needs about twice the time. A text that just keeps to a limit may need a few milliseconds more.
    private func isLinear(_ times: [Double]) -> Bool {
        times.allSatisfy { $0 < 50 } && zip(times, times[1..<4]).allSatisfy { once, twice in twice < 3 * once + 20 }
    }

    @Test func `A text needs less than 20 MB, with its view and its HTML`() async {
        // In a separate process, of whose memory nothing else is part.
        await #expect(processExitsWith: .success) {
            for costly in CostlyText.usual {
                for text in [greatest(costly), costly.text(100_000)] {
                    elmwood_give_back_free_memory()
                    let before = restartedPeakOfMemory()
                    _ = try html(text)
                    let used = peakOfMemory() - before
                    #expect(used < 20_000, "\(costly.testDescription), \(text.utf8.count) bytes")
                }
            }
        }
    }

    @Test(arguments: CostlyText.usual)
    func `What is beyond a limit is shown as it was written`(costly: CostlyText) throws {
        let text = costly.text(100_000)
        let end = bytesRead(of: text)
        let rest = String(decoding: Array(text.utf8)[end...], as: UTF8.self)
        guard !rest.allSatisfy(\.isNewline) else { return }
        #expect(Markdown(text).blocks.last == .paragraph([.text(rest)]))
        #expect(
            Array(Markdown(text).blocks.dropLast())
                == Markdown(String(decoding: text.utf8.prefix(end), as: UTF8.self)).blocks
        )
    }

    @Test func `Cells beyond the limit are rows as they were written, and what is before them is a table`() throws {
        let table = "|a|b|\n|-|-|\n|1|2|\n|3|4|\n|*5*|6|\n\n*c*"
        #expect(
            try html(table, limits: .init(cells: 6)).hasSuffix("<td>4</td></tr></tbody></table><p>|*5*|6|\n\n*c*</p>")
        )
        #expect(try html(table, limits: .init(cells: 8)).hasSuffix("<td>6</td></tr></tbody></table><p><em>c</em></p>"))
    }

    @Test func `Nodes beyond the limit are text as it was written`() throws {
        #expect(
            try html("*a*\n\n*b*\n\n*c*", limits: .init(nodes: 18)) == "<p><em>a</em></p><p><em>b</em></p><p>*c*</p>"
        )
        #expect(try html("*a*", limits: .init(nodes: 0)) == "<p>*a*</p>")
    }

    @Test func `References have addresses up to twice the limit of bytes, and are then shown with their brackets`()
        throws
    {
        let text = "[a]: /" + String(repeating: "b", count: 300) + "\n\n" + String(repeating: "[a]\n\n", count: 40)
        let whole = try html(text, limits: .init(bytes: 1_000))
        #expect(whole.ranges(of: "<a href").count == 6)
        #expect(whole.hasSuffix("<p>[a]</p>"))
        #expect(whole.ranges(of: "<p>[a]</p>").count == 34)
        let images = try html(text.replacing("\n[", with: "\n!["), limits: .init(bytes: 1_000))
        #expect(images.hasSuffix("<p>![a]</p>"))
    }

    @Test func `Usual texts are read whole`() throws {
        let section = """
            ## A heading

            A paragraph with *emphasis*, `code`, a [link](/a/b?c=d) and a [reference][1]; it isn't "long", but it
            has a second line, as most paragraphs of texts that somebody has written by hand do have.

            | name     | what it is                              | default |
            |:---------|-----------------------------------------|--------:|
            | `a`      | **bold** and something more to be said  |      1  |
            | `b`      | [a link](/to/another/page) of this site |      2  |

            - an item
            - another with `code`
              1. nested
              2. again

            > A quote. <!-- A comment -->

            ```swift
            let values = [1, 2, 3].map { $0 * 2 }
            ```

            """
        var text = String(repeating: section, count: 99_000 / section.utf8.count)
        text += "\n[1]: https://example.org/a/long/address/of/a/page?with=a&query \"and a title\"\n"
        #expect(bytesRead(of: text) == text.utf8.count)
        // A list of links without a blank line, as a changelog has it.
        let links = String(
            repeating: "- [`a1b2c3d4`](https://example.org/commit/a1b2c3d4) - **a**: b_c (N. N.) [#1](/1)\n",
            count: 600
        )
        #expect(bytesRead(of: links) == links.utf8.count)
        let table = "|a|b|c|d|\n|-|-|-|-|\n" + String(repeating: "| one | *two* | three | [four](/4) |\n", count: 1_000)
        #expect(bytesRead(of: table) == table.utf8.count)
    }
}

/// Returns the bytes that are read of a text.
private func bytesRead(of text: String) -> Int {
    var text = text
    return text.withUTF8 { MarkdownBounds.end(of: UnsafeRawBufferPointer($0), limits: Markdown.Limits()) }
}

/// Returns about the longest text of a kind that is read whole.
private func greatest(_ costly: CostlyText) -> String {
    var (read, more) = (0, 100_000)
    guard bytesRead(of: costly.text(more)) < costly.text(more).utf8.count else { return costly.text(more) }
    while more - read > read / 20 + 100 {
        let bytes = (read + more) / 2
        let text = costly.text(bytes)
        if bytesRead(of: text) == text.utf8.count { read = bytes } else { more = bytes }
    }
    return costly.text(read)
}

/// Returns the milliseconds of processor time that something takes.
private func milliseconds(_ body: () -> Void) -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
    let start = now()
    body()
    return now() - start
}

/// Returns the greatest resident memory of this process since the last call of `restartPeakOfMemory`, in kilobytes.
private func peakOfMemory() -> Int {
    let lines = TestExecutable.text(of: "/proc/self/status").split(separator: "\n")
    return lines.first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

/// Begins the peak anew with what is resident now, and returns that.
private func restartedPeakOfMemory() -> Int {
    let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    _ = write(file, "5", 1)
    close(file)
    return peakOfMemory()
}
