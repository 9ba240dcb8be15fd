/**
 * Simulates Razorpay's checkout.js (https://razorpay.com/docs/payments/payment-gateway/web-integration/standard):
 * `new Razorpay(options)` with `open`, `close` and `on`. The widget is a page in a frame.
 */
(() => {
  /**
   * @typedef {object} Options
   * @property {string} key
   * @property {string} order_id
   * @property {(response: Record<string, string>) => void} [handler]
   * @property {string} [name]
   * @property {string} [description]
   * @property {{ name?: string, email?: string, contact?: string }} [prefill]
   * @property {Record<string, string>} [notes]
   * @property {{ color?: string }} [theme]
   * @property {number} [timeout] seconds
   * @property {{ ondismiss?: () => void, escape?: boolean, confirm_close?: boolean }} [modal]
   */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** The widget's page, beside this script. */
  const widget = new URL('widget', script.src);

  /** Fills the whole window, regardless of the shop's styles for dialogs. */
  const full =
    'position: fixed; inset: 0; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0; ' +
    'padding: 0; border: 0; overflow: hidden; background: transparent';

  class Razorpay {
    /** @type {Options} */ #options;
    /** @type {Map<string, ((response: unknown) => void)[]>} */ #listeners = new Map();
    /** @type {HTMLDialogElement | undefined} */ #dialog;
    /** @type {HTMLIFrameElement | undefined} */ #frame;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

    /** @param {Options} options */
    constructor(options) {
      if (!options?.key) throw new Error('No key passed');
      this.#options = options;
    }

    /** @param {string} event @param {(response: unknown) => void} listener */
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#dialog) return this;
      const { key, order_id = '', timeout } = this.#options;
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', 'Pay with Razorpay');
      dialog.style.cssText = full;
      const frame = document.createElement('iframe');
      frame.className = 'razorpay-checkout-frame';
      frame.title = 'Razorpay Checkout';
      frame.src = `${widget}?${new URLSearchParams({ key, order_id, origin: location.origin })}`;
      frame.style.cssText = full;
      dialog.append(frame);
      // Escape, with the focus out here; the widget decides what it means.
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        this.#send({ type: 'escape' });
      });
      // A browser may close it all the same.
      dialog.addEventListener('close', () => this.#dismiss());
      this.#dialog = dialog;
      this.#frame = frame;
      addEventListener('message', this.#onMessage);
      document.body.append(dialog);
      dialog.showModal();
      frame.focus();
      if (timeout) this.#timer = setTimeout(() => this.#dismiss(), timeout * 1000);
      return this;
    }

    close() {
      removeEventListener('message', this.#onMessage);
      clearTimeout(this.#timer);
      const dialog = this.#dialog;
      this.#dialog = undefined;
      this.#frame = undefined;
      dialog?.close();
      dialog?.remove();
    }

    /** The shopper has closed it. */
    #dismiss() {
      if (!this.#dialog) return;
      this.close();
      this.#options.modal?.ondismiss?.();
    }

    /** @param {object} message */
    #send(message) {
      this.#frame?.contentWindow?.postMessage(message, widget.origin);
    }

    /** Everything that can be copied into another window: no functions. */
    #plainOptions() {
      const { name, description, prefill, notes, theme, modal } = this.#options;
      const closing = { byEscape: modal?.escape ?? true, asks: modal?.confirm_close ?? false };
      return { name, description, prefill, notes, theme, closing };
    }

    /** @param {MessageEvent} event */
    #onMessage = (event) => {
      if (event.origin !== widget.origin || event.source !== this.#frame?.contentWindow) return;
      const { type, response, error } = event.data;
      if (type === 'ready') this.#send({ type: 'options', options: this.#plainOptions() });
      if (type === 'dismiss') this.#dismiss();
      if (type === 'failed')
        for (const listener of this.#listeners.get('payment.failed') ?? []) listener({ error });
      if (type === 'paid') {
        this.close();
        this.#options.handler?.(response);
      }
    };
  }

  Object.assign(window, { Razorpay });
})();
