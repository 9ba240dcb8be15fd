/** Which parts of the shop are on (docs/behaviour.md, "Switches"). A build puts true or false in the place of `IS_ON.skin`. */
declare const IS_ON: import('#domain/store/features.ts').Switches;
