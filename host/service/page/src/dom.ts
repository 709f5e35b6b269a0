// Elements, made in one expression. Text is always set as text, never as HTML.

type Child = Node | string | number | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: any) => void);

const kSvg = 'http://www.w3.org/2000/svg';

/** An HTML element; attributes whose name begins with `on` are listeners, true and false set and leave out. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Record<string, Value> = {}, ...children: (Child | Child[])[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
    tag: K, attributes: Record<string, Value> = {}, ...children: (Child | Child[])[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(kSvg, tag) as SVGElementTagNameMap[K], attributes, children);
}

function fill<E extends Element>(element: E, attributes: Record<string, Value>, children: (Child | Child[])[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/** The element of index.html with this id. */
export function by_id(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Says a text to those who listen to the page. */
export function announce(text: string): void {
  by_id('live').textContent = text;
}

/** An icon of index.html. */
export function icon(name: string): SVGSVGElement {
  return svg('svg', {class: 'icon', 'aria-hidden': 'true'}, svg('use', {href: `#icon-${name}`}));
}

/** Calls `change` once no call has come for `milliseconds`. */
export function debounced(milliseconds: number, change: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(change, milliseconds);
  };
}

/** Calls `then` as soon as nothing within is pressed: what is replaced between press and release gets no click. */
export function when_released(element: Element, then: () => void): void {
  if (element.matches(':active')) setTimeout(() => when_released(element, then), 60);
  else then();
}

/** A button that copies what `text` returns. */
export function copy_button(label: string, text: () => string): HTMLButtonElement {
  const button = h('button', {type: 'button', class: 'quiet', onclick: async () => {
    await navigator.clipboard.writeText(text());
    button.classList.add('copied');
    announce('Copied');
    setTimeout(() => button.classList.remove('copied'), 1200);
  }}, icon('copy'), label);
  return button;
}
