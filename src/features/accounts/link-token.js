const { pathname, search } = location;
const mailedToken = new URLSearchParams(search).get('token');
if (mailedToken) history.replaceState({ ...history.state, mailedToken }, '', pathname);
