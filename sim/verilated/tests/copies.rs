//! The step of the build that puts copies of wide signals together.

#[path = "../build/copies.rs"]
mod copies;

use copies::joined;

#[test]
fn words_that_follow_one_another_are_one_copy() {
    let text = "{\n    self->a[0U] = self->m\n        [self->at][0U];\n    self->a[1U] = self->m[self->at][1U];\n    \
                self->a[2U] = self->m[self->at][2U];\n    self->b = 1U;\n}\n";
    let expected = "{\n    emberlane::copy_words<3>(self->a[0U], self->m[self->at][0U]);\n    self->b = 1U;\n}\n";
    assert_eq!(joined(text), expected);
}

#[test]
fn a_copy_may_begin_anywhere() {
    let words = |to: usize, from: usize| format!("\nx->a[0x{to:x}U] = y->b[{from}U];");
    let text: String = (0..20).map(|index| words(3 + index, index)).collect();
    assert_eq!(joined(&text).trim(), "emberlane::copy_words<20>(x->a[3U], y->b[0U]);");
}

#[test]
fn what_is_no_copy_stays() {
    for text in [
        // Too short; a gap; backwards.
        "x.a[0U] = x.b[0U]; x.a[1U] = x.b[1U];",
        "x.a[0U] = x.b[0U]; x.a[1U] = x.b[1U]; x.a[3U] = x.b[3U];",
        "x.a[2U] = x.b[2U]; x.a[1U] = x.b[1U]; x.a[0U] = x.b[0U];",
        // A signal that moves within itself, a memory too, and one that is its own index.
        "x.a[1U] = x.a[0U]; x.a[2U] = x.a[1U]; x.a[3U] = x.a[2U];",
        "x->m[y->at][1U] = x->m[y->b][0U]; x->m[y->at][2U] = x->m[y->b][1U]; x->m[y->at][3U] = x->m[y->b][2U];",
        "x.a[0U] = x.m[x.a[2U]][0U]; x.a[1U] = x.m[x.a[2U]][1U]; x.a[2U] = x.m[x.a[2U]][2U];",
        "x.a[x.a[1U]][0U] = x.b[0U]; x.a[x.a[1U]][1U] = x.b[1U]; x.a[x.a[1U]][2U] = x.b[2U];",
        // Another signal, a calculation, another block.
        "x.a[0U] = x.b[0U]; x.c[1U] = x.b[1U]; x.a[2U] = x.b[2U];",
        "x.a[0U] = (1U & x.b[0U]); x.a[1U] = (1U & x.b[1U]); x.a[2U] = (1U & x.b[2U]);",
        "x.a[0U] = x.b[0U]; if (x.c) { x.a[1U] = x.b[1U]; } x.a[2U] = x.b[2U];",
        "if (x.c) x.a[0U] = x.b[0U]; else x.a[1U] = x.b[1U]; x.a[2U] = x.b[2U];",
    ] {
        let text = format!("\n    {}", text.replace("; ", ";\n    "));
        assert_eq!(joined(&text), text);
    }
    // No statements: a comment, and a text.
    for text in ["// x.a[0U] = x.b[0U];", "say(\"x.a[0U] = x.b[0U];"] {
        let text = format!("\n{text} x.a[1U] = x.b[1U]; x.a[2U] = x.b[2U]; x.a[3U] = x.b[3U];\n");
        assert_eq!(joined(&text), text);
    }
}
