//! Results as objects of JavaScript. Their arrays are copies: views into WASM memory end when it grows.

use js_sys::{Array, Float32Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// An object with these properties.
pub(crate) fn object(properties: impl IntoIterator<Item = (&'static str, JsValue)>) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// An array of these values.
pub(crate) fn array<T: Into<JsValue>>(values: impl IntoIterator<Item = T>) -> JsValue {
    values.into_iter().map(Into::into).collect::<Array>().into()
}

/// A column.
pub(crate) fn floats(values: &[f32]) -> JsValue {
    Float32Array::from(values).into()
}
