import Foundation

/// Holds exchanges against the description with Debian's python3-jsonschema, which shares no code with us.
enum OpenAPIJudge {
    struct Unavailable: Error, CustomStringConvertible {
        var description: String
    }

    struct Verdict: Decodable {
        /// Sentences about what does not agree.
        var faults: [String]
        /// Operations that were seen to succeed, by id.
        var succeeded: [String]
    }

    static func judge(_ document: [UInt8], _ exchanges: [OpenAPICaller.Exchange]) throws -> Verdict {
        let folder = FileManager.default.temporaryDirectory.appending(path: "openapi-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["document", "exchanges", "verdict", "errors"].map { folder.appending(path: $0) }
        try Data(document).write(to: files[0])
        try JSONEncoder().encode(exchanges).write(to: files[1])
        try Data().write(to: files[3])

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script] + files.prefix(3).map(\.path)
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: files[3])
        try process.run()
        let end = Date.now.addingTimeInterval(60)
        while process.isRunning, .now < end { Thread.sleep(forTimeInterval: 0.02) }
        guard !process.isRunning else {
            process.terminate()
            throw Unavailable(description: "Python gave no verdict within 60 s")
        }
        guard process.terminationStatus == 0 else { throw Unavailable(description: String(decoding: try Data(contentsOf: files[3]), as: UTF8.self)) }
        return try JSONDecoder().decode(Verdict.self, from: try Data(contentsOf: files[2]))
    }

    /// Objects are closed for the judgement: a field that is answered but not described is a fault too.
    private static let script = #"""
        import sys, json, re, copy
        try:
            from jsonschema import Draft202012Validator, FormatChecker, RefResolver
        except ImportError as missing:
            sys.exit(f"{missing}: apt-get install python3-jsonschema")
        document = json.load(open(sys.argv[1], encoding="utf-8"))
        exchanges = json.load(open(sys.argv[2], encoding="utf-8"))
        faults, succeeded = [], set()

        def walk(value, where="#"):
            yield where, value
            items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
            for key, inner in items:
                yield from walk(inner, f"{where}/{key}")

        def resolve(reference):
            found = document
            for part in reference[2:].split("/"):
                found = found[part]
            return found

        used = set()
        for where, value in walk(document):
            if isinstance(value, dict) and isinstance(value.get("$ref"), str):
                used.add(value["$ref"].split("/")[-1])
                try:
                    resolve(value["$ref"])
                except KeyError:
                    faults.append(f"{where} refers to {value['$ref']}, which is not there")
            if isinstance(value, dict) and isinstance(value.get("schema"), dict):
                Draft202012Validator.check_schema(value["schema"])
        for name, schema in document["components"]["schemas"].items():
            Draft202012Validator.check_schema(schema)
            if name not in used:
                faults.append(f"the component {name} is used nowhere")

        ids = []
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                ids.append(operation["operationId"])
                declared = sorted(p["name"] for p in operation.get("parameters", []) if p.get("in") == "path")
                if declared != sorted(re.findall(r"{(\w+)}", path)):
                    faults.append(f"{method} {path} declares the path parameters {declared}")
                if not any(status.startswith("2") for status in operation["responses"]):
                    faults.append(f"{method} {path} describes no success")
        if len(ids) != len(set(ids)):
            faults.append("an operationId occurs twice")

        closed = copy.deepcopy(document)
        for _, value in walk(closed):
            if isinstance(value, dict) and value.get("type") == "object" and "properties" in value:
                value.setdefault("additionalProperties", False)
        resolver = RefResolver.from_schema(closed)

        def operation_of(exchange):
            found = []
            for path, operations in closed["paths"].items():
                if exchange["method"].lower() not in operations:
                    continue
                pattern = "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in re.split(r"({\w+})", path))
                if re.fullmatch(pattern, exchange["path"]):
                    found.append((path.count("{"), -len(path), operations[exchange["method"].lower()]))
            return min(found, key=lambda f: f[:2])[2] if found else None

        for exchange in exchanges:
            name = f"{exchange['method']} {exchange['path']} -> {exchange['status']}"
            operation = operation_of(exchange)
            if operation is None:
                faults.append(f"{name} is not described")
                continue
            response = operation["responses"].get(str(exchange["status"]))
            if response is None:
                faults.append(f"{name} is an answer that is not described: {exchange['body'][:200]}")
                continue
            if exchange["status"] < 300:
                succeeded.add(operation["operationId"])
                for header in response.get("headers", {}):
                    if header not in exchange["headers"]:
                        faults.append(f"{name} has no {header}")
            for header in exchange["headers"]:
                if header not in response.get("headers", {}):
                    faults.append(f"{name} has a {header} that is not described")
            content = response.get("content", {})
            if not exchange["mediaType"]:
                if content:
                    faults.append(f"{name} has no body")
                continue
            if exchange["mediaType"] not in content:
                faults.append(f"{name} is {exchange['mediaType']}, described are {sorted(content)}")
                continue
            if exchange["mediaType"].endswith("json"):
                schema = content[exchange["mediaType"]]["schema"]
                validator = Draft202012Validator(schema, resolver=resolver, format_checker=FormatChecker())
                for error in validator.iter_errors(json.loads(exchange["body"])):
                    faults.append(f"{name} at {error.json_path}: {error.message[:300]}")
        json.dump({"faults": faults, "succeeded": sorted(succeeded)}, open(sys.argv[3], "w"))
        """#
}
