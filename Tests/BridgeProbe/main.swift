// The bridge's tests that need the process's first thread and GLib's loop on it. Started by
// GLibBridgeTests with the name of one case.
import GLibBridge
