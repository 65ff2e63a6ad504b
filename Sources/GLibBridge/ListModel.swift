import CGLib

/// A `GListModel` over ids. Row objects are made when GTK asks for one and live as long as GTK holds them;
/// a list of 100,000 ids costs 800 kB. Keep ids, never rows.
@MainActor
public final class ListModel: Object {
  /// The ids, in the order shown.
  public private(set) var ids: [UInt64] {
    get { contents.ids }
    set { contents.ids = newValue }
  }

  /// Owned by the GObject, which GTK may hold for longer than this wrapper lives.
  private final class Contents {
    var ids: [UInt64] = []
  }
  private let contents = Contents()

  public init() {
    super.init(adopting: g_object_new_with_properties(Self.type, 0, nil, nil))
    Peer.bind(raw, to: contents)
    g_object_set_data_full(pointer(), "nagara-ids", Unmanaged.passRetained(contents).toOpaque(), destroyBox)
  }

  /// Shows `new`. Rows that the old and the new list have in common are left alone, so that selection, focus and
  /// scroll stay with them.
  public func replace(with new: [UInt64]) {
    let old = ids
    // A splice moves all ids behind it, so a long list takes fewer of them.
    let limit = max(16, 20_000_000 / max(1, old.count))
    for splice in ListSplice.splices(from: old, to: new, limit: limit).reversed() {
      ids.replaceSubrange(splice.removed, with: new[splice.added])
      g_list_model_items_changed(
        opaque, guint(splice.removed.lowerBound), guint(splice.removed.count), guint(splice.added.count))
    }
  }

  /// Says that the rows at these positions show something new, so that GTK binds them again.
  public func refresh(_ range: Range<Int>) {
    guard !range.isEmpty, range.upperBound <= ids.count else { return }
    g_list_model_items_changed(opaque, guint(range.lowerBound), guint(range.count), guint(range.count))
  }

  /// The id that a row object given by GTK (`gtk_list_item_get_item`) stands for.
  public static func id(ofRow row: UnsafeMutableRawPointer) -> UInt64 {
    Peer.payload(of: row)
  }

  private static let rowType = ObjectClass.register(
    "NagaraRow", parent: nagara_type_object(), classInit: { _, _ in })

  private static let type: GType = {
    _ = rowType
    let interface: GInterfaceInitFunc = { pointer, _ in
      let vtable = pointer!.assumingMemoryBound(to: GListModelInterface.self)
      vtable.pointee.get_item_type = { _ in ListModel.rowType }
      vtable.pointee.get_n_items = { model in
        guint(Peer.of(UnsafeMutableRawPointer(model!), as: Contents.self)?.ids.count ?? 0)
      }
      vtable.pointee.get_item = { model, position in
        guard let ids = Peer.of(UnsafeMutableRawPointer(model!), as: Contents.self)?.ids,
          position < ids.count
        else { return nil }
        let row = g_object_new_with_properties(ListModel.rowType, 0, nil, nil)!
        Peer.setPayload(ids[Int(position)], of: UnsafeMutableRawPointer(row))
        return gpointer(row)
      }
    }
    return ObjectClass.register(
      "NagaraListModel", parent: nagara_type_object(), classInit: { _, _ in },
      interfaces: [(g_list_model_get_type(), interface)])
  }()
}
