// NSNull is null in JSON of any shape: FoundationEssentials lacks it.
import Foundation

/// The conversion of values to and from scripts of WebDriver BiDi.
enum BiDiValue {
    /// Returns a Swift value as an argument. `[elementKey: reference]` is an element.
    static func local(_ value: Any) -> [String: Any] {
        switch value {
        case let flag as Bool: ["type": "boolean", "value": flag]
        case let number as Int: ["type": "number", "value": number]
        case let number as Double: ["type": "number", "value": number]
        case let text as String: ["type": "string", "value": text]
        case let list as [Any]: ["type": "array", "value": list.map(local)]
        case let fields as [String: Any]:
            if let reference = fields[elementKey] as? String {
                ["sharedId": reference]
            } else {
                ["type": "object", "value": fields.map { [$0.key, local($0.value)] as [Any] }]
            }
        default: ["type": "null"]
        }
    }

    /// Returns a script's result in the form of the classic standard: as JSON, with elements as `[elementKey: reference]`.
    static func plain(_ remote: Any?) -> Any {
        guard let remote = remote as? [String: Any] else { return NSNull() }
        switch remote["type"] as? String {
        case "string", "boolean", "number": return remote["value"] ?? NSNull()
        case "array", "nodelist", "htmlcollection": return (remote["value"] as? [Any] ?? []).map(plain)
        case "object":
            var fields: [String: Any] = [:]
            for case let pair as [Any] in remote["value"] as? [Any] ?? [] {
                if pair.count == 2, let name = pair[0] as? String { fields[name] = plain(pair[1]) }
            }
            return fields
        case "node": return [elementKey: remote["sharedId"] as? String ?? ""]
        default: return NSNull()
        }
    }
}
