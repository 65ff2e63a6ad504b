import GtkBridge

/// The look of the shell's own parts, from the theme's named colours, below the application's rules.
@MainActor
enum ShellStyle {
  private static var sheet: StyleSheet?

  static func install() {
    // Above the theme, below what an app says for itself (600).
    if sheet == nil { sheet = StyleSheet(css, priority: 550) }
  }

  private static let css = """
    tabbar, miniplayer { background-color: @theme_base_color; }
    tabbar { box-shadow: inset 0 1px alpha(@theme_fg_color, 0.12); }
    miniplayer { box-shadow: inset 0 1px alpha(@theme_fg_color, 0.12); }
    shell.regular miniplayer { box-shadow: inset 1px 1px alpha(@theme_fg_color, 0.12); }
    shell.regular.rtl miniplayer { box-shadow: inset -1px 1px alpha(@theme_fg_color, 0.12); }
    miniplayer:focus-visible, tab:focus-visible, centrebutton:focus-visible, grabber:focus-visible {
      outline: 2px solid alpha(@theme_selected_bg_color, 0.8); outline-offset: -3px;
    }
    tab { color: alpha(@theme_fg_color, 0.62); border-radius: 8px; transition: color 120ms; }
    tab label { font-size: 0.82em; font-weight: 600; }
    tab.beside label, tab label.ruler { font-size: 1em; }
    tab:hover { color: @theme_fg_color; }
    tab.selected { color: @shell_accent; }
    tab label.badge {
      font-size: 0.7em; min-width: 10px; padding: 1px 4px; border-radius: 99px;
      background-color: @shell_accent; color: white;
    }
    tab label.badge.dot { min-width: 8px; min-height: 8px; padding: 0; font-size: 1px; }
    centrebutton {
      color: white; border-radius: 9999px; background-image: linear-gradient(#e05f51, #c43c31);
      box-shadow: 0 3px 9px alpha(#c43c31, 0.45); transition: filter 120ms;
    }
    centrebutton.rectangle { border-radius: 12px; }
    centrebutton:hover { background-image: linear-gradient(#e76c5f, #cd463a); }
    centrebutton.pressed { background-image: linear-gradient(#c8493c, #ab3026); }
    /* The theme lets sliders grow in 200 ms when they appear: every step would measure the panel that moves. */
    panel scrollbar, panel scrollbar *, panel scale, panel scale * { transition: none; }
    panel { background: none; }
    panel > slot { background-color: @theme_base_color; color: @theme_text_color; }
    panel.has-background > slot { background: none; }
    pill { border-radius: 99px; background-color: alpha(currentColor, 0.28); }
    grabber:hover > pill { background-color: alpha(currentColor, 0.5); }
    panehandle { background: none; }
    panehandle:hover, panehandle:focus-visible { background-color: alpha(@theme_fg_color, 0.12); }
    .panel-close { min-width: 36px; min-height: 36px; padding: 0; }
    shell.high-contrast tabbar, shell.high-contrast miniplayer { box-shadow: inset 0 2px @theme_fg_color; }
    shell.high-contrast tab { color: @theme_fg_color; }
    shell.high-contrast tab.selected { color: @theme_fg_color; box-shadow: inset 0 -3px @theme_fg_color; }
    shell.high-contrast tab:focus-visible, shell.high-contrast miniplayer:focus-visible,
    shell.high-contrast centrebutton:focus-visible, shell.high-contrast grabber:focus-visible {
      outline: 3px solid @theme_fg_color;
    }
    shell.high-contrast pill { background-color: currentColor; }
    shell.high-contrast centrebutton { background: #8f1d14; box-shadow: 0 0 0 2px @theme_fg_color; }
    shell.high-contrast .toast { background-color: black; color: white; box-shadow: 0 0 0 2px white; }
    .toast {
      color: #f5f5f7; background-color: #303036; border-radius: 12px; padding: 8px 10px 8px 16px;
      box-shadow: 0 3px 12px rgba(0, 0, 0, 0.3);
    }
    .toast button { color: inherit; min-height: 34px; }
    @define-color shell_accent #c4392e;
    """
}
