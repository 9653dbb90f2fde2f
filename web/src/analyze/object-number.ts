/** Numbers of objects, in the order in which they were first asked for: keys of what was made of them. */
const numbers = new WeakMap<object, number>();
let objects = 0;

export function numberOf(object: object): number {
  const number = numbers.get(object) ?? objects++;
  numbers.set(object, number);
  return number;
}
