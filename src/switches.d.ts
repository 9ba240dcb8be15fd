import type { Abilities } from '#domain/store/features.ts';

declare global {
  /** Which parts of the shop are on (docs/behaviour.md, "Switches"). A build puts true or false in the place of `IS_ON.skin`. */
  const IS_ON: Abilities;
}
