/** The prototypes of built-in classes with their names. The first is that of plain objects. */
export type Foreign = readonly (readonly [name: string, prototype: object])[]

export default (): Foreign =>
  [
    Object,
    Array,
    Error,
    Promise,
    Function,
    Map,
    Set,
    WeakMap,
    WeakSet,
    Date,
    RegExp,
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
    AggregateError,
    Number,
    String,
    Boolean,
    Symbol,
    BigInt,
  ].map((type) => [type.name, type.prototype] as const)
