/** The house rules that matter enough to fail the build. Each says its scope; `rule.ts` has the way out. */
import type { Rule } from './rule.ts';

const comment = /^\s*(\/\/|\/?\*|<!--|#)/;

/**
 * One palette: a colour that is named anywhere else cannot be changed with the brand. Letters know no custom
 * properties; their values stand in one file, and a test keeps them like the tokens.
 */
const colours: Rule = {
  name: 'colours',
  says: 'take a colour from src/styles/tokens.css',
  scope: /^(src|functions)\/.*\.(css|astro|tsx?)$/,
  except: /^src\/styles\/tokens\.css$|^functions\/email\/look\.ts$|\.test\.tsx?$/,
  breaks: (line) =>
    !comment.test(line) &&
    /#[0-9a-f]{3}([0-9a-f]{3})?\b(?!-)|\b(rgb|hsl|oklch)a?\(/i.test(
      line.replace(/(href|id|url\()="?#\S+|'#\w+\/\S*'/g, ''),
    ),
};

/** Money is whole paise; a float that is rounded somewhere is a paisa lost somewhere. */
const money: Rule = {
  name: 'money',
  says: 'calculate in whole paise and convert with src/lib/money.ts',
  scope: /^(src|functions|db)\/.*\.(ts|tsx|astro)$/,
  except: /^src\/lib\/money\.ts$|\.test\.ts$/,
  breaks: (line) =>
    !comment.test(line) &&
    (/\.toFixed\(|parseFloat\(/.test(line) ||
      /\b(price|total|amount|subtotal|paise|rupees)\w*\s*[*/]\s*100\b/i.test(line)),
};

/** Islands load when somebody is about to use them; these pages are nothing but island. */
const eager: Rule = {
  name: 'eager-islands',
  says: 'hydrate on intent (client:intent); only pages that are nothing but island load at once',
  scope: /^src\/.*\.astro$/,
  except:
    /^src\/pages\/(cart|checkout|place-order|login|register|forgot|reset|account|account\/email|orders|verify|desk|shell\/product)\.astro$/,
  breaks: (line) => /client:(load|only|idle|visible)\b/.test(line),
};

/** What is committed speaks of the shop alone, and runs anywhere. */
const clean: Rule = {
  name: 'clean',
  says: 'holds a path of a machine or something that looks like a secret',
  scope: /./,
  except: /^tools\/rules\/|\.(jpg|png|woff2|mp4|webm|svg)$/,
  breaks: (line) =>
    /\/(home|Users|root|work)\/\w+\/|sk_live_|rk_live_|rzp_live_|-----BEGIN [A-Z ]*PRIVATE KEY/.test(line),
};

/** Left for later is left for nobody. */
const unfinished: Rule = {
  name: 'unfinished',
  says: 'finish it, or say in the README what is not there',
  scope: /\.(ts|tsx|astro|css|mjs|toml)$/,
  except: /^tools\/rules\//,
  breaks: (line) => /\b(TODO|FIXME|XXX|HACK)\b/.test(line),
};

export const rules: readonly Rule[] = [colours, money, eager, clean, unfinished];

/** Longest file without a reason; a line `rule: long - why` in it is the reason. */
export const longest = 300;
