//! Valid/ready building blocks.
