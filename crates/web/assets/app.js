// The page: which screen is shown, and in which language.

import { html, render, useEffect, useMemo, useState } from "./vendor/preact.js";
import { Play } from "./play.js";
import { Setup } from "./setup.js";
import { firstLanguage, languages, rememberLanguage, speaker } from "./text.js";

/** The table that an address names, if any. */
const tableAt = (path) => path.match(/^\/table\/(\w+)$/)?.[1];

function App() {
  const [path, setPath] = useState(location.pathname);
  const [language, setLanguage] = useState(firstLanguage);
  const said = useMemo(() => speaker(language), [language]);

  useEffect(() => {
    const onBack = () => setPath(location.pathname);
    addEventListener("popstate", onBack);
    return () => removeEventListener("popstate", onBack);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
    rememberLanguage(language);
  }, [language]);

  const go = (to) => {
    history.pushState(null, "", to);
    setPath(to);
    scrollTo(0, 0);
  };
  const follow = (event) => {
    // Other buttons and keys open links elsewhere, as anywhere.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(event.currentTarget.getAttribute("href"));
  };

  const id = tableAt(path);
  return html`
    <a class="skip" href="#content">${said.t("skip-to-content")}</a>
    <header class="top">
      <a class="brand" href="/" onClick=${follow} aria-label=${said.t("home")}>
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
        <span>Partida</span>
      </a>
      <span class="tagline">${said.t("tagline")}</span>
      <div class="languages" role="group" aria-label=${said.t("language")}>
        ${Object.entries(languages).map(([code, name]) => html`
          <button
            type="button"
            lang=${code}
            title=${name}
            aria-label=${name}
            aria-pressed=${code === language ? "true" : "false"}
            onClick=${() => setLanguage(code)}
          >${code.toUpperCase()}</button>`)}
      </div>
    </header>
    <main id="content" tabindex="-1">
      ${id
        ? html`<${Play} key=${id} id=${id} speaker=${said} go=${go} follow=${follow} />`
        : html`<${Setup} speaker=${said} go=${go} follow=${follow} />`}
    </main>
  `;
}

render(html`<${App} />`, document.getElementById("app"));
