/** The interface of an engine: the few actions that a page needs, in the engine's own protocol. */

/** Keys, named as in the DOM. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight' | 'ArrowLeft';

/** One page of one engine. Coordinates are CSS px in the viewport. */
export type Driver = {
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page. @returns its value, awaited and as JSON */
  evaluate(expression: string): Promise<unknown>;
  /** A complete click at a point; below, a complete tap with one finger. */
  mouse(x: number, y: number): Promise<void>;
  touch(x: number, y: number): Promise<void>;
  /** Types characters one by one into the focused element. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** The viewport as PNG. */
  screenshot(): Promise<Buffer>;
  /** The page as PDF, with its print styles. */
  pdf(): Promise<Buffer>;
  /** Console errors, unhandled errors and rejections, and failed requests. */
  problems: string[];
  close(): Promise<void>;
};

export type Input = 'mouse' | 'touch';

export type Window = { width: number; height: number; input: Input };

export type Engine = {
  name: 'chromium' | 'firefox' | 'webkit';
  /** Its name and version, or how to install a missing engine. */
  find(): Promise<{ version: string } | { missing: string }>;
  open(window: Window): Promise<Driver>;
};

/** Runs first in every document, because only one engine logs all violations of the policy to its console. */
export const firstScript = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  console.error('Refused by the policy: ' + effectiveDirective + ' ' + blockedURI));`;
