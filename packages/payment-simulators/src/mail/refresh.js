/** Keeps the list of mails up to date while the page is looked at. */
const everyMs = 2000;

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('messages');
  const shown = document.getElementById('messages');
  if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
}

setInterval(refresh, everyMs);
