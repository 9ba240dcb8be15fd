/** The package has no types of its own. These are the parts that wordmark.ts uses. */
declare module 'fontkit' {
  type Box = { minX: number; minY: number; maxX: number; maxY: number };
  type Glyph = { path: { toSVG(): string; bbox: Box } };
  type Position = { xAdvance: number; xOffset: number; yOffset: number };
  type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(code: number): boolean;
    /** Shapes a text: ligatures, and the order of signs in Indian scripts. */
    layout(text: string): { glyphs: Glyph[]; positions: Position[] };
  };
  export function create(file: Buffer): Font;
}
