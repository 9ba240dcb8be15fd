/** The package has no types of its own. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  type Context = () => { line: number };
  export class Parser {
    on(event: 'openTag', handle: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    on(event: 'text', handle: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', handle: (text: string) => void): this;
    on(event: 'error' | 'warn', handle: (error: Error, context: Context) => void): this;
    parse(xml: string): Error | undefined;
    stop(): void;
  }
}
