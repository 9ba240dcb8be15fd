import { describe, expect, test } from 'vitest';
import { readBody } from './body.ts';

test('known headings become fields, others stay in the description', () => {
  const body =
    readBody(`<div class="x"><div><h2>Description</h2><p>A <b>light</b> gel. It dries fast.</p><p>&nbsp;</p>
    <h3>Benefits:</h3><ul><li><span>Calms</span></li><li>Cools</li></ul>
    <p><strong>How to use</strong></p><p>Wet the face.<br>Massage.</p>
    <h3>Our story</h3><p>From Kochi.</p>
    <h3>FULL INGREDIENTS</h3><p>Aqua/Water/Eau, Aloe*,<br>Glycerin.</p><p>*organic</p></div></div>`);
  expect(body).toEqual({
    markdown: 'A **light** gel. It dries fast.\n\n### Our story\n\nFrom Kochi.',
    benefits: ['Calms', 'Cools'],
    howToUse: ['Wet the face.', 'Massage.'],
    ingredients: 'Aqua/Water/Eau, Aloe*,\nGlycerin.\n*organic',
    outside: [],
    links: [],
  });
});

test('a part that does not fit its field stays in the description', () => {
  const long = 'word '.repeat(80).trim();
  const { benefits, markdown } = readBody(
    `<h4>Benefits</h4><ul><li>${long}</li></ul>`,
    undefined,
    (name, part) => name !== 'benefits' || !part.includes(long),
  );
  expect(benefits).toEqual([]);
  expect(markdown).toBe(`#### Benefits\n\n- ${long}`);
});

test('tables and links stay; scripts, styles and handlers go; pictures and films are named', () => {
  const body =
    readBody(`<style>p{}</style><script>alert(1)</script><p onclick="x()">Read <a href="https://a.example/b">this</a>,
    not <a href="javascript:alert(1)">that</a> &lt;script&gt;.</p><img src="https://a.example/1.png" onerror="x()">
    <iframe src="https://film.example/2"></iframe><table><tr><th>Size</th><th>For</th></tr><tr><td>15 ml</td><td>travel</td></tr></table>`);
  expect(body.markdown).toBe(
    'Read [this](https://a.example/b), not that \\<script>.\n\n| Size  | For    |\n| ----- | ------ |\n| 15 ml | travel |',
  );
  expect(body.outside).toEqual(['https://a.example/1.png', 'https://film.example/2']);
});

test('links within the old shop lead to ours, or are words alone', () => {
  const follow = (address: string) => (address === '/products/mist' ? '/product/mist' : undefined);
  const body = readBody(
    '<p><a href="/products/mist">Mist</a> <a href="/pages/story">story</a> <a href="//a.example/x (1).pdf">leaflet</a> {{price}}</p>',
    follow,
  );
  expect(body.markdown).toBe(
    '[Mist](/product/mist) story [leaflet](https://a.example/x%20%281%29.pdf) {\\{price}}',
  );
  expect(body.links).toEqual(['/pages/story']);
});

test('text beside boxes has paragraphs between empty lines, and bold lines are headings', () =>
  expect(
    readBody(
      'Light <em>and</em> <b>cool</b>.\n\nFor summer.\n\n<strong>How to use</strong>\nWet the face.\nMassage.\n<ul><li>Rinse.</li></ul>',
    ),
  ).toMatchObject({
    markdown: 'Light _and_ **cool**.\n\nFor summer.',
    howToUse: ['Wet the face.', 'Massage.', 'Rinse.'],
  }));

describe('plain text', () => {
  test('has paragraphs, and no characters of Markdown or HTML', () =>
    expect(readBody('Half * price\nand 1 < 2 & more.\n\n# 1 in Pune').markdown).toBe(
      'Half \\* price\\\nand 1 < 2 & more.\n\n\\# 1 in Pune',
    ));

  test('an empty one is empty', () => expect(readBody('').markdown).toBe(''));
});

describe('parts that can be opened', () => {
  test('are sections with their summary as the heading, and what follows them is not theirs', () =>
    expect(
      readBody(`<p>Light.</p><div><details><summary>How to use</summary><p>Wet.</p><p>Rub.</p></details>
        <details open><summary><h3><b>Ingredients</b></h3></summary>Aqua,<br>Rose</details>
        <details><summary>Shipping</summary>Fast.<ul><li>by air</li></ul></details></div><p>Made in Kochi.</p>`),
    ).toMatchObject({
      markdown: 'Light.\n\n### Shipping\n\nFast.\n\n- by air\n\n---\n\nMade in Kochi.',
      howToUse: ['Wet.', 'Rub.'],
      ingredients: 'Aqua,\nRose',
    }));

  test('may be nested, and without a summary they are their content', () =>
    expect(
      readBody(
        '<details><summary>More</summary><p>a</p><details><summary>Benefits</summary><ul><li>b</li></ul></details></details><details><p>c</p><p>d</p></details>',
      ),
    ).toMatchObject({ markdown: '### More\n\na\n\n---\n\nc\n\nd', benefits: ['b'] }));
});
