/** Inside the frame that checkout.js opens: ways to pay, waiting for the bank, trying again, leaving. */
const pollMs = 1000;

/** @param {string} id */
const byId = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no #${id}.`);
  return found;
};

const sheet = /** @type {HTMLElement} */ (document.querySelector('.sheet'));
const orderId = sheet.dataset.order ?? '';
const leave = /** @type {HTMLDialogElement} */ (byId('leave'));
const hasMethods = document.getElementById('methods') !== null;

/** From the shop's page. @type {Record<string, any>} */
let options = { closing: { byEscape: true, asks: false } };
/** The payment that is waited for. @type {string | undefined} */
let awaited;
/** Failures that the shop's page has been sent: a poll and a press may both bring the same one. */
const reported = new Set();
/** Whether a press has no answer yet; a second one would pay twice. */
let isBusy = false;

/** Of the shop's page. */
const shopOrigin = new URLSearchParams(location.search).get('origin') ?? location.origin;
/** @param {object} message */
const send = (message) => parent.postMessage(message, shopOrigin);

/** @param {'methods' | 'waiting' | 'failed'} which */
function show(which) {
  for (const id of ['methods', 'waiting', 'failed']) byId(id).hidden = id !== which;
  const target = which === 'waiting' ? '[data-do]' : which === 'failed' ? '#again' : 'summary';
  /** @type {HTMLElement | null} */ (byId(which).querySelector(target))?.focus();
}

/** @param {string} reason */
function showReason(reason) {
  byId('reason').textContent = reason;
  show('failed');
}

/** Shows the result of a payment. @param {any} answer */
function take(answer) {
  if (answer.state === 'waiting') {
    if (awaited !== answer.id) byId('waiting-text').textContent = 'Waiting for your UPI app…';
    awaited = answer.id;
    if (byId('waiting').hidden) show('waiting');
    return;
  }
  awaited = undefined;
  if (answer.state === 'paid') send({ type: 'paid', response: answer.response });
  else if (answer.state === 'refused') showReason(answer.reason);
  else if (!reported.has(answer.error.metadata.payment_id)) {
    reported.add(answer.error.metadata.payment_id);
    showReason(answer.error.description);
    send({ type: 'failed', error: answer.error });
  }
}

/** @param {string} path @param {RequestInit} [init] */
async function ask(path, init) {
  try {
    const response = await fetch(`razorpay/payments${path}`, init);
    take(await response.json());
  } catch {
    showReason('No answer from the simulator. Try again.');
  }
}

/** @param {string} path @param {object} body */
async function press(path, body) {
  if (isBusy) return;
  isBusy = true;
  const headers = { 'Content-Type': 'application/json' };
  await ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  isBusy = false;
}

setInterval(() => {
  if (awaited && !isBusy) ask(`/${awaited}`);
}, pollMs);

/** The shopper wants to go. */
function close() {
  if (options.closing.asks && hasMethods) leave.showModal();
  else send({ type: 'dismiss' });
}

byId('close').addEventListener('click', close);
leave.addEventListener('close', () => {
  if (leave.returnValue === 'leave') send({ type: 'dismiss' });
  leave.returnValue = '';
});
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || leave.open) return;
  // The same key would close the question that it opens.
  event.preventDefault();
  if (options.closing.byEscape) close();
});

if (hasMethods) {
  byId('again').addEventListener('click', () => show('methods'));
  byId('methods').addEventListener('submit', (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const outcome = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? 'yes';
    const { prefill = {}, notes, description } = options;
    const vpa = new FormData(form).get('vpa') ?? undefined;
    const { email, contact } = prefill;
    const { method } = form.dataset;
    press('', { order_id: orderId, method, outcome, vpa, email, contact, notes, description });
  });
  byId('waiting').addEventListener('click', (event) => {
    const what = /** @type {HTMLElement} */ (event.target).dataset.do;
    if (!what || !awaited) return;
    if (what === 'later')
      byId('waiting-text').textContent =
        'You may close this window. The payment is confirmed a little later.';
    press(`/${awaited}/${what}`, {});
  });
}

addEventListener('message', (event) => {
  if (event.origin !== shopOrigin || event.source !== parent) return;
  if (event.data.type === 'escape' && options.closing.byEscape) close();
  if (event.data.type !== 'options') return;
  options = event.data.options;
  byId('shop').textContent = options.name ?? 'The shop';
  byId('description').textContent = options.description ?? '';
  const colour = options.theme?.color;
  if (colour) document.documentElement.style.setProperty('--accent', colour);
  // Until now a press would have done nothing, or paid without what the shop's page gave along.
  sheet.inert = false;
  byId('close').focus();
  if (hasMethods) byId('vpa').focus();
});
send({ type: 'ready' });
