import { describe, expect, test } from 'vitest';
import { ask } from './rule.ts';
import { rules } from './rules.ts';

const broken = (file: string, line: string) =>
  rules.flatMap((rule) => (ask(rule, file, line).length ? [rule.name] : []));

describe('house rules', () => {
  test.each([
    ['colours', 'src/ui/button.css', '.a { color: #fff; }'],
    ['colours', 'src/ui/button.css', '.a { color: rgb(0 0 0); }'],
    ['colours', 'functions/email/html.ts', 'style="color:#fff"'],
    ['money', 'src/features/cart/x.ts', 'const text = total.toFixed(2);'],
    ['money', 'functions/orders/x.ts', 'const paise = price * 100;'],
    ['eager-islands', 'src/pages/index.astro', '<Thing client:load />'],
    ['unfinished', 'db/x.ts', '// TODO later'],
  ])('%s is broken in %s by %s', (name, file, line) => expect(broken(file, line)).toEqual([name]));

  test.each([
    ['src/styles/tokens.css', '--a: #fff;'],
    ['functions/email/look.ts', "paper: '#fffdf9',"],
    ['src/pages/cart.astro', '<CartPage client:load />'],
    ['src/features/footer/Footer.astro', '<a href="#faqs">FAQs</a>'],
    ['src/ui/a.css', '.a { color: #fff; } /* rule: colours - the card brand’s own */'],
    ['functions/x.ts', "import { a } from '#features/cart/cart.ts';"],
  ])('%s may say %s', (file, line) => expect(broken(file, line)).toEqual([]));
});
