/** The search: sections in which each word occurs, those with the words in a heading first. */
const root = document.currentScript.dataset.root;
const input = document.querySelector('input[type=search]');
const results = document.getElementById('results');
const MAX_RESULTS = 30;
const AROUND = 80;

input.value = new URLSearchParams(location.search).get('q') ?? '';
input.addEventListener('input', search);
input.form.addEventListener('submit', event => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape' && document.activeElement === input) {
    input.value = '';
    search();
  }
});
if (matchMedia('(max-width: 60rem)').matches) {
  document.querySelector('nav details').open = false;
}
const exact = window.searchIndex.find(({ heading }) => heading === input.value);
if (exact) location.replace(root + exact.address);
search();

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = !words.length;
  document.querySelector('article').hidden = !!words.length;
  if (!words.length) return;
  const found = window.searchIndex
    .map(section => ({ section, rank: rank(section, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_RESULTS);
  results.replaceChildren(...found.map(({ section }) => item(section, words)));
  if (!found.length) results.append(element('li', 'Nothing has all these words.'));
}

/** 0 if a word is missing. */
function rank({ page, heading, text }, words) {
  const head = `${page} ${heading}`.toLowerCase();
  const all = `${head} ${text}`.toLowerCase();
  if (!words.every(word => all.includes(word))) return 0;
  return words.reduce((sum, word) => sum + (head.includes(word) ? 20 : 0) + Math.min(all.split(word).length - 1, 5), 1);
}

function item({ page, heading, address, text }, words) {
  const link = element('a', page === heading ? page : `${page}: ${heading}`);
  link.href = root + address;
  link.addEventListener('click', () => { input.value = ''; search(); });
  const lower = text.toLowerCase();
  const first = Math.max(0, Math.min(...words.map(word => lower.indexOf(word)).filter(at => at >= 0), text.length) - AROUND);
  const excerpt = element('p');
  excerpt.append(first ? '… ' : '', ...marked(text.slice(first, first + 3 * AROUND), words), ' …');
  const li = element('li');
  li.append(link, excerpt);
  return li;
}

function marked(text, words) {
  const pattern = new RegExp(`(${words.map(word => word.replace(/[^\w\s]/g, '\\$&')).join('|')})`, 'i');
  return text.split(pattern).map((part, index) => index % 2 ? element('mark', part) : part);
}

function element(name, text = '') {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
