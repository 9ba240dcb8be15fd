/** What each engine brings: the few things that a page needs, in the engine's own protocol. */

/** Keys by their names in the DOM. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight' | 'ArrowLeft';

/** One page of one engine. Coordinates are CSS px in the viewport. */
export type Driver = {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, awaited and as JSON has it. */
  evaluate(expression: string): Promise<unknown>;
  /** A whole click, or a whole tap of one finger. */
  mouse(x: number, y: number): Promise<void>;
  touch(x: number, y: number): Promise<void>;
  /** Characters, key by key, into the element with the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** The viewport as PNG. */
  screenshot(): Promise<Buffer>;
  /** The page as PDF, with its styles for print. */
  pdf(): Promise<Buffer>;
  /** What the console called an error, errors and rejections that nobody handled, and failed requests. */
  problems: string[];
  close(): Promise<void>;
};

export type Input = 'mouse' | 'touch';

export type Window = { width: number; height: number; input: Input };

export type Engine = {
  name: 'chromium' | 'firefox' | 'webkit';
  /** Its name and version; where it is not installed, how to install it. */
  find(): Promise<{ version: string } | { missing: string }>;
  open(window: Window): Promise<Driver>;
};

/** Runs first in every document: no engine but one writes all refusals of the policy to its console. */
export const firstScript = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  console.error('Refused by the policy: ' + effectiveDirective + ' ' + blockedURI));`;
