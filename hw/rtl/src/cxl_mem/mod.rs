//! CXL-MEM: registers, computing logic, top.
