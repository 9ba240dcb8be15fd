const { pathname, search, hash } = location;
// Only tokens of orders and invoices stand in the fragment, and they have a dot; `#main` is a place of the page.
const searchToken = new URLSearchParams(search).get('token');
const mailedToken = searchToken || (hash.includes('.') && hash.slice(1));
if (mailedToken)
  history.replaceState(
    { ...history.state, mailedToken, mailedAt: Date.now() },
    '',
    searchToken ? pathname : pathname + search,
  );
