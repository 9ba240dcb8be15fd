/** The package has no types of its own. */
declare module 'heic-decode' {
  type Pixels = { width: number; height: number; data: Uint8ClampedArray };
  type Decode = {
    /** All pictures of a file; the first one is the main one. */
    all(file: {
      buffer: Uint8Array;
    }): Promise<{ width: number; height: number; decode(): Promise<Pixels> }[]>;
  };
  const decode: Decode;
  export default decode;
}
