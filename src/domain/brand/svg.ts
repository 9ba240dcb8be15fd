/** The wordmark and the icon: SVG files of `content/brand`. */

export type Svg = { viewBox: string; content: string };

/** What a page may not have in itself: a text would need its font, and a style or an id would reach the page. */
const notShapes = /<(script|style|text|image|foreignObject|use|a)\b|\s(on\w+|id|href)=|url\(/i;

function readSvg(svg: string): Svg | undefined {
  const [, root = '', content = ''] = /<svg\b([^>]*)>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? [];
  const [, viewBox] = /\sviewBox="([\d. -]+)"/.exec(root) ?? [];
  return viewBox ? { viewBox, content: content.trim() } : undefined;
}

/** Reads a wordmark, which stands in pages. @returns the drawing, or why it cannot be used */
export function readWordmark(svg: string): Svg | string {
  const drawing = readSvg(svg);
  if (!drawing) return 'must be an SVG with a viewBox';
  const [other] = notShapes.exec(drawing.content) ?? [];
  return other ? `must have shapes alone, and it has “${other.trim()}”: convert texts to outlines` : drawing;
}

/** Why a file cannot be the icon; nothing if it can. */
export function iconMistake(svg: string): string | undefined {
  const [, , width, height] = readSvg(svg)?.viewBox.trim().split(/[ ,]+/) ?? [];
  if (!width || width !== height) return 'must be an SVG with a square viewBox, such as 0 0 64 64';
  return /<text\b/i.test(svg) ? 'must have no text: convert it to outlines' : undefined;
}
