/** Colours of the shop for pictures that the build draws. */
import tokens from '../../styles/tokens.css?raw';

/** A colour of src/styles/tokens.css: `colour('gold')`. */
export const colour = (name: string): string => new RegExp(`--${name}: (#\\w+)`).exec(tokens)?.[1] ?? 'black';

/** For the key of a cache: other colours make other pictures. */
export const palette: string = tokens;
