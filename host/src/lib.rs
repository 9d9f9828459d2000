//! Train recommendation models next to their memory.
