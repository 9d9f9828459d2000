//! Which figures there are.

use super::figure::Figure;
use super::{cpr_accuracy, cpr_fig6, cpr_fig7, cpr_fig8, cpr_fig10, cpr_fig11, cpr_fig13, cpr_table1};
use super::{
    mtrains_fig5, mtrains_fig8, mtrains_fig12, mtrains_fig14, mtrains_fig15, mtrains_fig16, mtrains_fig20,
    mtrains_fig21, mtrains_fig22, mtrains_fig23,
};
use super::{
    ndrec_fig6, ndrec_fig10, ndrec_fig11, ndrec_fig12, ndrec_fig13, ndrec_fig14, ndrec_fig15, ndrec_fig16, ndrec_fig17,
    tcxl_fig9a, tcxl_fig11, tcxl_fig12, tcxl_fig13,
};
use super::{oe_fig6, oe_fig7, oe_fig8, oe_fig9, oe_fig11, oe_fig12, oe_fig14, oe_fig15};

/// Every figure that can be reproduced.
pub const FIGURES: &[Figure] = &[
    tcxl_fig9a::FIGURE,
    tcxl_fig11::FIGURE,
    tcxl_fig12::FIGURE,
    tcxl_fig13::FIGURE,
    ndrec_fig6::FIGURE,
    ndrec_fig10::FIGURE,
    ndrec_fig11::FIGURE,
    ndrec_fig12::FIGURE,
    ndrec_fig13::FIGURE,
    ndrec_fig14::FIGURE,
    ndrec_fig15::FIGURE,
    ndrec_fig16::FIGURE,
    ndrec_fig17::FIGURE,
    mtrains_fig5::FIGURE,
    mtrains_fig8::FIGURE,
    mtrains_fig8::FIGURE_9,
    mtrains_fig12::FIGURE,
    mtrains_fig14::FIGURE,
    mtrains_fig15::FIGURE,
    mtrains_fig16::FIGURE,
    mtrains_fig16::FIGURE_18,
    mtrains_fig20::FIGURE,
    mtrains_fig21::FIGURE,
    mtrains_fig22::FIGURE,
    mtrains_fig23::FIGURE,
    cpr_fig6::FIGURE,
    cpr_fig7::FIGURE,
    cpr_fig8::FIGURE,
    cpr_fig10::FIGURE,
    cpr_fig11::FIGURE,
    cpr_fig13::FIGURE,
    cpr_table1::FIGURE,
    cpr_accuracy::FIGURE,
    oe_fig6::FIGURE,
    oe_fig6::TABLE_5,
    oe_fig7::FIGURE,
    oe_fig8::FIGURE,
    oe_fig9::FIGURE,
    oe_fig11::FIGURE,
    oe_fig12::FIGURE,
    oe_fig14::FIGURE,
    oe_fig15::FIGURE,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_names_of_their_own() {
        for (number, figure) in FIGURES.iter().enumerate() {
            assert_eq!(FIGURES.iter().position(|other| other.id == figure.id), Some(number));
        }
    }
}
