extension Page {
  /// How the page looks: one column, in the colors of the reader's system, from a phone's width on.
  static let style = Array(
    """
    :root {
      color-scheme: light dark;
      --ground: light-dark(#f4f1ec, #14161a);
      --card: light-dark(#fffdfa, #1d2026);
      --ink: light-dark(#23252b, #eceae6);
      --soft: light-dark(#6a6d76, #a2a5ae);
      --rule: light-dark(#e2dcd2, #32363f);
      --accent: light-dark(#c23a26, #ff8a73);
      --on-accent: light-dark(#ffffff, #2a0d07);
      --wash: light-dark(#fbe9e4, #3a211c);
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: clamp(1.5rem, 5vw, 4rem) 1.25rem 2rem; max-width: 46rem; min-height: 100vh;
      display: flex; flex-direction: column; gap: 1.75rem;
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      color: var(--ink); background: var(--ground);
    }
    header { display: grid; grid-template-columns: auto 1fr; column-gap: 1rem; align-items: center; }
    header svg { grid-row: span 2; color: var(--accent); }
    h1 { margin: 0; font-size: clamp(1.6rem, 5vw, 2.1rem); line-height: 1.15; letter-spacing: -0.02em; }
    header p { margin: 0; color: var(--soft); }
    main { display: grid; gap: 1.25rem; }
    form, article, details {
      background: var(--card); border: 1px solid var(--rule); border-radius: 16px;
      box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 8px 24px rgb(0 0 0 / 5%);
    }
    form { display: flex; flex-wrap: wrap; gap: 0.9rem; align-items: end; padding: 1.1rem; }
    .field { flex: 1 1 8rem; min-width: 0; }
    .field.wide { flex: 3 1 16rem; }
    label { display: block; margin-bottom: 0.3rem; font-size: 0.82rem; color: var(--soft); }
    input {
      width: 100%; padding: 0.65rem 0.8rem; font: inherit; font-variant-numeric: tabular-nums; color: inherit;
      background: var(--ground); border: 1px solid var(--rule); border-radius: 10px;
    }
    input::placeholder { color: var(--soft); opacity: 0.75; }
    button {
      flex: 0 0 auto; padding: 0.65rem 1.5rem; font: inherit; font-weight: 600; cursor: pointer;
      color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 10px;
    }
    button:hover { filter: brightness(1.08); }
    :is(input, button, a, summary, pre):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    #answer { display: grid; gap: 1rem; transition: opacity 0.15s; min-width: 0; }
    #answer[aria-busy="true"] { opacity: 0.45; }
    .hint { margin: 0 0.25rem; color: var(--soft); }
    kbd { padding: 0.1em 0.4em; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--rule); border-radius: 6px; }
    .problem { margin: 0; padding: 0.9rem 1.1rem; border-radius: 12px; background: var(--wash); border-left: 4px solid var(--accent); }
    article { padding: 1.4rem 1.4rem 0.6rem; }
    address { font-style: normal; }
    address span { display: block; overflow-wrap: anywhere; }
    address .first { font-size: clamp(1.35rem, 4.5vw, 1.75rem); font-weight: 650; line-height: 1.25; letter-spacing: -0.01em; }
    address .line { font-size: 1.08rem; }
    .facts { display: flex; flex-wrap: wrap; gap: 0.45rem; margin: 0.9rem 0 1.1rem; }
    .facts span { padding: 0.12rem 0.7rem; font-size: 0.85rem; font-variant-numeric: tabular-nums; background: var(--ground); border: 1px solid var(--rule); border-radius: 99px; }
    dl { margin: 0; }
    dl div { display: grid; grid-template-columns: 8.5rem 1fr; padding: 0.5rem 0; border-top: 1px solid var(--rule); }
    dt { color: var(--soft); }
    dd { margin: 0; overflow-wrap: anywhere; }
    details { min-width: 0; }
    summary { padding: 0.8rem 1.1rem; cursor: pointer; font-weight: 600; border-radius: 16px; }
    summary small { margin-left: 0.4rem; font-weight: 400; color: var(--soft); }
    pre {
      margin: 0; padding: 0.2rem 1.1rem 1.1rem; overflow-x: auto;
      font: 0.82rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    a { color: var(--accent); text-underline-offset: 0.15em; }
    footer { margin-top: auto; padding-top: 1rem; font-size: 0.82rem; color: var(--soft); }
    footer p { margin: 0.3rem 0; }
    @media (max-width: 30rem) {
      form button { flex: 1 1 100%; }
      dl div { grid-template-columns: 7rem 1fr; }
    }
    @media (prefers-reduced-motion: reduce) { #answer { transition: none; } }

    """.utf8)
}
