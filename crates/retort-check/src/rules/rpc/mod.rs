//! The JSON-RPC envelope around every answer.

super::group![jsonrpc_missing];
