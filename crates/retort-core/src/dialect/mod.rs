//! Dialects.
/// d
#[derive(Clone, Copy, Debug)]
pub enum Dialect { /// m
 Mcp }
/// w
pub struct Written;
impl std::str::FromStr for Dialect { type Err=crate::Error; fn from_str(s:&str)->Result<Self,crate::Error>{Err(crate::Error::UnknownDialect(s.into()))}}
