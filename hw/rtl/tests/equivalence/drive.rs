//! Which inputs of a block random stimulus drives.

/// Drives fields, and every element of the arrays behind the semicolon.
macro_rules! drive {
    ($($field:ident)* $(; $($array:ident)*)?) => {
        |block, driver| {
            $(driver.input(&mut block.$field);)*
            $($(
                for signal in &mut block.$array {
                    driver.input(signal);
                }
            )*)?
        }
    };
}
