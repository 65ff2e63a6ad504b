import Glibc

// What libFuzzer calls with each input. Not part of the package: `meson-shim/bench fuzz` builds it together with
// `FuzzTarget`, and names the target in NAGARA_FUZZ.

private let target: FuzzTarget = {
  guard let name = getenv("NAGARA_FUZZ"), let target = FuzzTarget(rawValue: String(cString: name)) else {
    fatalError("NAGARA_FUZZ has to name a target")
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  if let rule = target.run(Array(UnsafeBufferPointer(start: data, count: size))) { fatalError(rule) }
  return 0
}
