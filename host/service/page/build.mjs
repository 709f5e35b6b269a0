// Bundles src/ into dist/, whose files are compiled into the program. Fails where they would be too much to load.
import {build} from 'esbuild';
import {copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';

const kMostBytes = 300_000;
const kRoles = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

// One picture of all pieces, a row for each colour, instead of data: addresses, which a strict content policy forbids.
function piece_sheet() {
  const css = readFileSync('node_modules/chessground/assets/chessground.cburnett.css', 'utf8');
  const cells = ['white', 'black'].flatMap((color, row) => kRoles.map((role, column) => {
    const found = css.match(new RegExp(`piece\\.${role}\\.${color}\\s*{[^}]*base64,([^'"]+)`));
    if (!found) throw new Error(`no picture of the ${color} ${role}`);
    const picture = Buffer.from(found[1], 'base64').toString();
    return picture.replace(/^<svg[^>]*>/, `<svg x="${45 * column}" y="${45 * row}" width="45" height="45">`);
  }));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1620" height="540" viewBox="0 0 270 90">${cells.join('')}</svg>\n`;
}

rmSync('dist', {recursive: true, force: true});
mkdirSync('dist');
await build({
  entryPoints: {app: 'src/main.ts', style: 'src/style/main.css'},
  outdir: 'dist',
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  external: ['pieces.svg'],
  legalComments: 'none',
  charset: 'utf8',
});
writeFileSync('dist/pieces.svg', piece_sheet());
for (const name of ['index.html', 'favicon.svg']) copyFileSync(`src/${name}`, `dist/${name}`);

let total = 0;
for (const name of readdirSync('dist')) {
  const bytes = statSync(`dist/${name}`).size;
  total += bytes;
  console.log(`${String(bytes).padStart(8)}  ${name}`);
}
console.log(`${String(total).padStart(8)}  bytes in all`);
if (total > kMostBytes) throw new Error(`more than ${kMostBytes} bytes`);
