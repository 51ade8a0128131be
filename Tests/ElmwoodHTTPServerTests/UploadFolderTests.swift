import ElmwoodFormData
import Glibc
import ElmwoodHTTPServer
import Testing

/// Uploaded files.
@Suite struct UploadFolderTests {
    private let body = Array(
        """
        --XX\r\nContent-Disposition: form-data; name="f"; filename="../../etc/passwd"\r\n\r\none\r\n\
        --XX\r\nContent-Disposition: form-data; name="f"; filename="b"\r\n\r\n\r\n--XX--
        """.utf8
    )

    private func read(_ body: [UInt8], _ uploads: UploadFolder, limits: FormDataLimits = FormDataLimits()) throws
        -> FormData
    {
        var reader = FormDataReader(encoding: .multipart(boundary: Array("XX".utf8)), limits: limits, sink: uploads)
        try reader.push(body)
        return try reader.finish()
    }

    @Test func `Uploaded files have random names, are private, and are removed with the last reference`() throws {
        let folder = try TemporaryFolder()
        var uploads: UploadFolder? = UploadFolder(path: folder.path + "/new/deep")
        let form = try read(body, #require(uploads))
        let files = form.files("f")
        #expect(files.map(\.filename) == ["../../etc/passwd", "b"])
        #expect(files.map(\.size) == [3, 0])
        #expect(Set(files.map(\.path)).count == 2)
        for file in files {
            #expect(file.path.hasPrefix(folder.path + "/new/deep/"))
            #expect(file.path.utf8.count == folder.path.utf8.count + 10 + 32)
            #expect(TemporaryFolder.mode(of: file.path) == S_IFREG | 0o600)
        }
        #expect(TemporaryFolder.contents(of: files[0].path) == Array("one".utf8))
        uploads = nil
        for file in files { #expect(TemporaryFolder.mode(of: file.path) == nil) }
    }

    @Test func `Uploaded files stay if they are kept`() throws {
        let folder = try TemporaryFolder()
        var uploads: UploadFolder? = UploadFolder(path: folder.path)
        let form = try read(body, #require(uploads))
        uploads?.keep()
        uploads = nil
        for file in form.files("f") { #expect(TemporaryFolder.mode(of: file.path) != nil) }
    }

    @Test func `Uploaded files are removed if the form is refused`() throws {
        let folder = try TemporaryFolder()
        let uploads = UploadFolder(path: folder.path)
        #expect(throws: FormDataError.self) { try read(body, uploads, limits: FormDataLimits(fileBytes: 2)) }
        #expect(TemporaryFolder.names(in: folder.path) == [])
    }

    @Test func `A folder that cannot be written to fails with the system's reason`() {
        let failure = #expect(throws: UploadFolder.Failure.self) { try read(body, UploadFolder(path: "/proc/no")) }
        #expect(failure?.description.hasPrefix("An uploaded file could not be stored: ") == true)
    }
}
