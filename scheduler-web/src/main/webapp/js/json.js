/** JSON text as values and back. Integers that JavaScript would round keep their text. */

/** An integer beyond 2^53; in arithmetic it is rounded as any other. */
export class LargeInteger {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }

  valueOf() {
    return Number(this.source);
  }

  toJSON() {
    return JSON.rawJSON(this.source);
  }
}

export const parse = (text) => JSON.parse(text, (name, value, context) => (typeof value === 'number' ? numberOf(context?.source ?? value) : value));

/** The number of a text, which need not be JSON's. Browsers without `JSON.rawJSON` could not send it as it is: they round. */
export function numberOf(source) {
  const value = Number(source);
  return JSON.rawJSON && /^-?(0|[1-9]\d*)$/.test(source) && !Number.isSafeInteger(value) ? new LargeInteger(source) : value;
}
