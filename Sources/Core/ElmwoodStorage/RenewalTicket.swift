/// Proves that a browser made the request which began something: 128 bits from the system's generator.
///
/// It is stored in a cookie of its own, which only the response to that request sets. If the work that the request began leads to a
/// new session id, the browser that presents the ticket receives the id. Anybody who merely knows the session's former id has no
/// ticket.
package struct RenewalTicket: CookieSecret {
    package let bits: RandomBits

    package init(bits: RandomBits) {
        self.bits = bits
    }
}
