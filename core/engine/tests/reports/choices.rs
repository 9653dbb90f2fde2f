//! Decisions read from bytes; when the bytes end, every further one is the first choice.

/// The bytes that are not read yet.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `n`; 0 for 0.
    pub fn below(&mut self, n: usize) -> usize {
        let high = if n > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (high | usize::from(self.byte())) % n.max(1)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn is_set(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    /// True for one byte of eight.
    pub fn seldom(&mut self) -> bool {
        self.byte() % 8 == 7
    }

    /// A number in [0, 1].
    pub fn share(&mut self) -> f64 {
        f64::from(self.byte()) / 255.0
    }

    /// A direction, deg, also outside a turn.
    pub fn direction_deg(&mut self) -> f64 {
        self.share() * 360.0 + self.pick(&[0.0, 0.0, 0.0, -720.0, 1e6])
    }

    /// Any number that JSON holds, up to where its square has no meaning.
    pub fn number(&mut self) -> f64 {
        let sign = self.pick(&[1.0, -1.0]);
        sign * self.share() * self.pick(&[1.0, 10.0, 1e-300, 0.0, 1e3, 1e6, 1e12])
    }

    pub fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.byte() % 4 != 3).then(|| value(self))
    }

    /// As many as a byte says, below `most`.
    pub fn several<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most)).map(|_| one(self)).collect()
    }
}
