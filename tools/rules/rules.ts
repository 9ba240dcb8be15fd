/** Project rules that fail the build. Each has a scope; `rule.ts` describes how a line can be exempt. */
import type { Rule } from './rule.ts';

const comment = /^\s*(\/\/|\/?\*|<!--|#)/;

/** One palette: a colour that is named in code does not change with the brand. */
const colours: Rule = {
  name: 'colours',
  message: 'take a colour from content/brand/theme.yaml',
  scope: /^(src|functions)\/.*\.(css|astro|tsx?)$/,
  // What a palette is made from is in no theme yet.
  except: /\.test\.tsx?$|^src\/domain\/brand\/palette\.ts$/,
  breaks: (line) =>
    !comment.test(line) &&
    /#[0-9a-f]{3}([0-9a-f]{3})?\b(?!-)|\b(rgb|hsl|oklch)a?\(/i.test(
      line.replace(/(href|id|url\()="?#\S+|'#\w+\/\S*'/g, ''),
    ),
};

/** Money is whole paise; a float that is rounded somewhere is a paisa lost somewhere. */
const money: Rule = {
  name: 'money',
  message: 'calculate in whole paise and convert with src/lib/money.ts',
  scope: /^(src|functions|db|packages\/shop-import)\/.*\.(ts|tsx|astro)$/,
  except: /^src\/lib\/money\.ts$|^packages\/shop-import\/src\/rupees\.ts$|\.test\.ts$/,
  breaks: (line) =>
    !comment.test(line) &&
    (/\.toFixed\(|parseFloat\(/.test(line) ||
      (/\.toLocaleString\(/.test(line) && !/\bDate\b/.test(line)) ||
      /\b(price|total|amount|subtotal|paise|rupees)\w*\s*[*/]\s*100\b/i.test(line)),
};

/** One form of a date everywhere: a second one on the same page looks like another day (docs/behaviour.md, "Dates and time"). */
const dates: Rule = {
  name: 'dates',
  message: 'show dates with src/lib/dates.ts',
  scope: /^(src|functions|packages|tools)\/.*\.(ts|tsx|astro)$/,
  except: /^src\/lib\/dates\.ts$|\.test\.tsx?$|^tools\/rules\//,
  breaks: (line) => !comment.test(line) && /\bDateTimeFormat\(|\.toLocale(Date|Time)String\(/.test(line),
};

/** Islands load when a visitor is about to use them. The excepted pages consist of one island only. */
const eagerIslands: Rule = {
  name: 'eager-islands',
  message: 'hydrate on intent (client:intent); only pages that are nothing but island load at once',
  scope: /^src\/.*\.astro$/,
  except:
    /^src\/pages\/(cart|_wishlist\/wishlist|checkout|place-order|login|register|forgot|reset|account|account\/email|order|orders|invoice|track|verify|desk|editor|shell\/product)\.astro$/,
  breaks: (line) => /client:(load|only|idle|visible)\b/.test(line),
};

/** A deploy replaces the scripts of open tabs: a shopper who waits for a missing one reads that the page has to be loaded again. */
const parts: Rule = {
  name: 'parts',
  message: 'load it by loadPart, lazyComponent or useLazyDialog, which say when it is missing',
  scope: /^src\/.*\.(ts|tsx|astro)$/,
  except: /\.test\.tsx?$/,
  breaks: (line) =>
    !comment.test(line) &&
    /(?<!typeof )\bimport\(/.test(line) &&
    !/\b(loadPart|lazyComponent|useLazyDialog)\(/.test(line),
};

/** A row of an order's history is its version: a change that writes one by itself, or none, is not compared with others. */
const oneWriter: Rule = {
  name: 'one-writer',
  message: 'change an order with changeOrder (docs/decisions/40-one-writer.md)',
  scope: /^functions\/.*\.ts$/,
  except: /^functions\/(orders\/(effects|change-order)|checkout\/write)\.ts$|\.test\.ts$/,
  breaks: (line) =>
    !comment.test(line) && /insert\(orderEvents\)|INTO (\$\{orderEvents\}|order_events)/i.test(line),
};

/** Committed files contain no secrets and no paths of one machine. */
const noSecrets: Rule = {
  name: 'clean',
  message: 'holds a path of a machine or something that looks like a secret',
  scope: /./,
  except: /^tools\/rules\/|\.(jpg|png|woff2|mp4|webm|svg)$/,
  breaks: (line) =>
    /\/(home|Users|root|work)\/\w+\/|sk_live_|rk_live_|rzp_live_|-----BEGIN [A-Z ]*PRIVATE KEY/.test(line),
};

/** The layers of .dependency-cruiser.mjs for the files that it does not read: nothing of the shop imports the desk. */
const layers: Rule = {
  name: 'layers',
  message:
    'only src/pages and src/own import the desk and the layouts, and nothing imports src/own (docs/architecture.md)',
  scope: /^src\/(ui|shared|features|layouts)\/.*\.astro$/,
  breaks: (line) => /\bfrom '#(desk|layouts|own)\/|\bimport '#(desk|layouts|own)\//.test(line),
};

/** WebKit keeps the style of the time before the element got its text. */
const hasEmpty: Rule = {
  name: 'has-empty',
  message: 'WebKit does not see the change: use a sibling (:empty + p) or the attribute hidden',
  scope: /^src\/.*\.(css|astro)$/,
  breaks: (line) => /:has\(.*:empty/.test(line),
};

/** Unfinished work must not be committed. */
const unfinished: Rule = {
  name: 'unfinished',
  message: 'finish it, or say in the README what is not there',
  scope: /\.(ts|tsx|astro|css|mjs|toml)$/,
  except: /^tools\/rules\//,
  breaks: (line) => /\b(TODO|FIXME|XXX|HACK)\b/.test(line),
};

/** A hook, a component or a page: these may use everything that a browser has. */
const browserFile = String.raw`(\.tsx|(^|\/)use[A-Z]\w*\.ts)$`;

/**
 * What a file of src/, or of a package that pages use, may use with one of these suffixes, and no other file: `.dom.ts` is a
 * script of a page, `.api.ts` calls the API, `.store.ts` holds state, `.build.ts` runs only while the pages are built. A file
 * without a suffix is pure: the Worker and a build may import it.
 */
const suffixes: readonly { uses: RegExp; in: RegExp }[] = [
  {
    // Not a property, a file or a path of that name.
    uses: /(?<![./'])\b(document|window|localStorage|sessionStorage)\./,
    in: new RegExp(String.raw`\.(dom|store)\.ts$|${browserFile}`),
  },
  {
    uses: /^(?!\s*import type\b).*\bfrom '#lib\/api\.ts'/,
    in: new RegExp(String.raw`\.(api|store)\.ts$|${browserFile}`),
  },
  { uses: /\bfrom 'astro:content'|\bimport\.meta\.glob\b/, in: /\.build\.ts$/ },
  {
    uses: /^(?!\s*import type\b).*\bfrom '@?nanostores(\/\w+)?'/,
    in: new RegExp(String.raw`\.store\.ts$|${browserFile}`),
  },
  {
    uses: /^(?!\s*import type\b).*\bfrom '[^']+\.(dom|api|store|build)\.ts'/,
    in: new RegExp(String.raw`\.(dom|api|store|build)\.ts$|${browserFile}`),
  },
];

const suffix: Rule = {
  name: 'suffixes',
  message: 'give the file the suffix of what it uses: .dom.ts, .api.ts, .store.ts or .build.ts',
  scope: /^(src|packages\/shop-import)\/.*\.tsx?$/,
  // Pages run while building; the API client is what `.api.ts` files call.
  except: /^src\/(pages\/.*|content\.config|lib\/api)\.ts$|\.test\.tsx?$/,
  breaks: (line, file) =>
    !comment.test(line) && suffixes.some(({ uses, in: allowed }) => uses.test(line) && !allowed.test(file)),
};

/** An id with a space is found by no label: `aria-labelledby="a b"` names two ids. */
const ids: Rule = {
  name: 'ids',
  message: 'an id has no space',
  scope: /^(src|functions)\/.*\.(tsx?|astro)$/,
  except: /\.test\.tsx?$/,
  breaks: (line) => /\sid="[^"]*\s[^"]*"/.test(line),
};

/** Without it, a person who can move a tag of an action could read the secrets of the next deploy. */
const pinnedActions: Rule = {
  name: 'pinned-actions',
  message: 'name an action by its commit (40 hex digits), with its version as a comment',
  scope: /^\.github\/workflows\/.*\.ya?ml$/,
  breaks: (line) =>
    /^[\s-]*['"]?uses['"]?\s*:/.test(line) &&
    !/uses['"]?\s*:\s*['"]?(\.\/\S*|[\w./-]+@[0-9a-f]{40}['"]?\s+#\s*v\d\S*)\s*$/.test(line),
};

export const rules: readonly Rule[] = [
  colours,
  money,
  dates,
  oneWriter,
  eagerIslands,
  parts,
  noSecrets,
  layers,
  unfinished,
  hasEmpty,
  suffix,
  ids,
  pinnedActions,
];

/** Longest file without a reason; a line `rule: long - why` in it is the reason. */
export const maxLines = 400;
